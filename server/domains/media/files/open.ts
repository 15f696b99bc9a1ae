import type { MediaFiles } from './files.ts';
import { localFiles } from './local.ts';
import type { S3Place } from './place.ts';
import { s3Files } from './s3.ts';

type Settings = { readonly dataDir: string; readonly mediaPlace?: S3Place | undefined };

/** Opens the media store of the configuration, once for each part that uses media: the data folder, or the object store of `MEDIA_URL`. */
export const openMediaFiles = ({ dataDir, mediaPlace }: Settings): MediaFiles =>
  mediaPlace === undefined ? localFiles : s3Files(dataDir, mediaPlace);
