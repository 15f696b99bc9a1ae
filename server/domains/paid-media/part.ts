import type { exclusiveRows } from '../../../contract/chat/lock/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { openMediaFiles } from '../media/files/open.ts';
import { openMediaFolder } from '../media/folder.ts';
import { editExclusive, openExclusive, readExclusive } from './exclusive.ts';

/** Creates the domain of pages on which hosts sell pictures. No state in memory. */
export function paidMediaPart({ config }: ServerDeps): ApiPart<keyof typeof exclusiveRows> {
  const folder = openMediaFolder(config.dataDir, 'chat', openMediaFiles(config));
  return {
    name: 'exclusive',
    handlers: {
      exclusiveItems: ({ db, uid }, { targetUid }) => readExclusive(db, folder, uid, targetUid),
      openExclusive: ({ db, uid }, wanted) => openExclusive(db, folder, uid, wanted),
      editExclusive: ({ db, uid }, page) => editExclusive(db, uid, page),
    },
  };
}
