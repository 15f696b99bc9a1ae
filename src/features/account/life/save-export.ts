/** Time for the browser to start reading the file, ms. */
const READ_WITHIN_MS = 60_000;

/** Downloads the data export from the Origin Private File System, where the worker has written it under `name`. */
export async function saveExport(name: string): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  const file = await (await folder.getFileHandle(name)).getFile();
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
