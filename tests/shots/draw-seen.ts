/** Waits for the pictures that are in the window. Those further down are not fetched before somebody scrolls to them. */
export async function drawSeen(): Promise<void> {
  const seen = [...document.images].filter((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  });
  await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
}
