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

/** Returns a new `filename` for a file of this type. Whoever sends the file again uses the same one (product 5.5). */
export const newUploadName = (type: string) =>
  `${crypto.randomUUID().replaceAll('-', '')}.${EXTENSIONS[type.split(';', 1)[0] ?? ''] ?? 'bin'}`;
