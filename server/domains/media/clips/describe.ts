/**
 * Returns the display width and height in pixels of a trusted clip, which is imported unchanged. Reads only the tables of the file, and
 * decodes nothing.
 */
export async function describeClip(path: string): Promise<{ readonly width: number; readonly height: number }> {
  // Loaded on demand, because most server processes never import a clip.
  const { FilePathSource, Input, MP4 } = await import('mediabunny');
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error(`No video in ${path}`);
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
}
