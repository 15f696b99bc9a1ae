import type { MediaFiles } from './files.ts';
import { localFiles } from './local.ts';
import type { S3Place } from './place.ts';
import { s3Files } from './s3.ts';

type Settings = { readonly dataDir: string; readonly mediaPlace?: S3Place | undefined };

/** Where this server keeps its media: in the data folder, or where `MEDIA_URL` says. */
export const openMediaFiles = ({ dataDir, mediaPlace }: Settings): MediaFiles =>
  mediaPlace === undefined ? localFiles : s3Files(dataDir, mediaPlace);
