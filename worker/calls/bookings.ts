import type { Booking, bookingCommands } from '#contract/calls/booking.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

type BookingPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
};
/** The core part for booked calls. */
export type Bookings = CorePart<CommandsOf<typeof bookingCommands>>;

/** Creates the part for booked calls. Each answer of the server is stored in the row `bookings`. */
export function createBookings({ app, api, session }: BookingPorts): Bookings {
  async function request(
    call: () => Promise<Result<{ readonly bookings: readonly Booking[] }>>,
  ): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await call();
    if (!answer.ok) return answer;
    await app.transaction('rw', app.state, async () => {
      if (await isStillSignedIn()) await app.state.put({ key: 'bookings', bookings: answer.value.bookings });
    });
    return ok(null);
  }
  const refreshBookings = () => request(() => api.call('bookings', {}));
  /** Runs a change. After a failure it fetches the bookings, because the answer may be lost or the stored row outdated. */
  async function change(call: Parameters<typeof request>[0]): Promise<Result<null>> {
    const result = await request(call);
    if (!result.ok) await refreshBookings();
    return result;
  }
  return {
    async onOwnChange() {
      await refreshBookings();
    },
    commands: {
      refreshBookings,
      proposeBooking: (host, startsAt, minutes, price) =>
        change(() => api.call('proposeBooking', { host, startsAt, minutes, price })),
      answerBooking: (id, accepts) => change(() => api.call('answerBooking', { id, accepts })),
      cancelBooking: (id, gems) => change(() => api.call('cancelBooking', { id, gems })),
    },
  };
}
