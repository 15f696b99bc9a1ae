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

/** Returns a new `filename` for a file of this type. A retry of the upload reuses the name (product 5.5). */
export const newUploadName = (type: string) =>
  `${crypto.randomUUID().replaceAll('-', '')}.${EXTENSIONS[type.split(';', 1)[0] ?? ''] ?? 'bin'}`;
