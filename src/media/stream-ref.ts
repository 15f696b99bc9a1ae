/**
 * Ref callback of a media element that shows `stream`: set when the element is mounted, which in a portal, or after texts were
 * loaded, may be later than the stream. Memoise it by the stream (`useMemo`), because React calls a new callback again.
 */
export const showStream = (stream: MediaStream | undefined) => (element: HTMLMediaElement | null) => {
  if (element) element.srcObject = stream ?? null;
};
