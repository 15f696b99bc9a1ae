/** Time for the browser to read the file, ms. Safari saves nothing if the address is revoked at once. */
const READ_WITHIN_MS = 60_000;

/** Downloads a file of this device under a name. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_WITHIN_MS);
}
