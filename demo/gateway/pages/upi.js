/** Simulates the confirmation in the payer's banking app. */
const answers = document.querySelector('#answers');
const said = document.querySelector('.said');

for (const button of answers.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    const { answer } = button.dataset;
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer }),
    });
    const { state } = response.ok ? await response.json() : {};
    const shown = state === 'paid' ? 'approve' : answer === 'approve' ? 'lapse' : answer;
    said.textContent = document.querySelector(`template[data-said=${shown}]`).content.textContent;
    said.hidden = false;
    answers.hidden = true;
  });
}
