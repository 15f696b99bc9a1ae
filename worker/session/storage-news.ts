import { CHAT_MEDIA_CACHE, PICTURE_CACHE } from '#contract/media/private.ts';
import { STORAGE_NEWS_CHANNEL, type StorageNews } from '#contract/storage-news.ts';

/** Copies of media are fetched again when they are looked at; messages, and what waits to be sent, are never given up for room. */
async function makeRoom(): Promise<void> {
  await Promise.all([CHAT_MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}

type Ports = { readonly post: (news: StorageNews) => void; readonly makeRoom: () => Promise<void> };

/**
 * Follows whether the row of the connection can be stored, which is written at each attempt. Failures are told each time, because
 * pages come later as well.
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
