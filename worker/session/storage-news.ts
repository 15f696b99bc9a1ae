import { CHAT_MEDIA_CACHE, PICTURE_CACHE } from '#contract/media/private.ts';
import { STORAGE_NEWS_CHANNEL, type StorageNews } from '#contract/storage-news.ts';

/** Frees storage by deleting cached media, which can be fetched again. Messages and queued data are never deleted. */
async function makeRoom(): Promise<void> {
  await Promise.all([CHAT_MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}

type Ports = { readonly post: (news: StorageNews) => void; readonly makeRoom: () => Promise<void> };

/**
 * Creates the monitor of storage failures. The connection row is written at each attempt, so its writes show whether
 * storage works. Every failure is announced, for pages that opened later.
 */
export function createStorageNews({ post, makeRoom: make }: Ports = { post: openChannel(), makeRoom }) {
  let fails = false;
  return {
    failed(): void {
      if (!fails) make().catch(() => {});
      fails = true;
      post('fails');
    },
    worked(): void {
      if (fails) post('works');
      fails = false;
    },
  };
}

function openChannel(): (news: StorageNews) => void {
  const channel = new BroadcastChannel(STORAGE_NEWS_CHANNEL);
  return (news) => channel.postMessage(news);
}
