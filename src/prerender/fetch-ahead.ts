/**
 * Fetches the scripts of the app into the browser's cache, without running them: a press then waits only until they have run. Called when
 * the browser is idle behind a prerendered page. A failure is ignored; the imports fetch them again.
 */
export function fetchAhead(): void {
  const urls = document.querySelector<HTMLMetaElement>('meta[name="app-scripts"]')?.content.split(' ') ?? [];
  // A response whose body is not read is not cached.
  for (const url of urls)
    fetch(url, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => undefined);
}
