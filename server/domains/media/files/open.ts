import type { MediaFiles } from './files.ts';
import { localFiles } from './local.ts';
import type { S3Place } from './place.ts';
import { s3Files } from './s3.ts';

type Settings = { readonly dataDir: string; readonly mediaPlace?: S3Place | undefined };

/** Opens the store of media files that the configuration selects: the object store of `MEDIA_URL`, or without it the data folder. */
export const openMediaFiles = ({ dataDir, mediaPlace }: Settings): MediaFiles =>
  mediaPlace === undefined ? localFiles : s3Files(dataDir, mediaPlace);
