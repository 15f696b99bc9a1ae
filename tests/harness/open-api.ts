import type { DeviceInfo, UserInfo } from '../../contract/api/envelope.ts';
import { type Api, createApi } from '../../worker/api/client.ts';
import { envelope } from './envelope.ts';

const { deviceInfo, clientInfo: client } = envelope({});
const deviceOf = (androidId: string) => async (): Promise<DeviceInfo> => ({
  ...deviceInfo,
  androidId,
  gaClientId: '',
  adid: '',
  deviceModel: '',
});
const pause = async () => undefined;
const nothing = () => undefined;

/** An API client as a core uses it, on a server at `url`, for the user that `user` returns. */
export const openApi = (
  baseUrl: string,
  user: () => UserInfo | null | Promise<UserInfo | null>,
  androidId = deviceInfo.androidId,
): Api =>
  createApi({
    baseUrl,
    fetch,
    client,
    device: deviceOf(androidId),
    user: async () => user(),
    onServerTime: nothing,
    pause,
    log: nothing,
  });
