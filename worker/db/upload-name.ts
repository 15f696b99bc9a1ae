const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'image/gif': 'gif',
};

/** An extension that the server accepts (`UPLOAD_NAME`). */
const EXTENSION = /\.([a-z0-9]{2,5})$/;

/**
 * Returns a new `filename` for a file: 32 hexadecimal digits and an extension, from the file's name, else from its MIME type, else `bin`. A
 * retry of the upload reuses the name (product 5.5).
 */
export function newUploadName({ type, name = '' }: { readonly type: string; readonly name?: string }): string {
  const [, original] = EXTENSION.exec(name.toLowerCase()) ?? [];
  const extension = original ?? EXTENSIONS[type.split(';', 1)[0] ?? ''] ?? 'bin';
  return `${crypto.randomUUID().replaceAll('-', '')}.${extension}`;
}
