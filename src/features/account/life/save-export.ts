/** Long enough for the browser to have begun to read it. */
const READ_WITHIN_MS = 60_000;

/** Saves the file of an export, which the core has put into the browser's private files, where its owner wants it. */
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
