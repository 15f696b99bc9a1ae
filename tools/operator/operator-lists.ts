import { waitingForTeam } from '../../server/domains/chat/support.ts';
import { openReports } from '../../server/domains/moderation/reports.ts';
import { operatorAccount } from '../../server/domains/operator/tables.ts';
import type { Database } from '../../server/platform/database/connect.ts';

const LISTED = 50;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Operator commands that list work for the team: unanswered support messages, open reports, and operator accounts. One row of text per
 * entry.
 */
export const TEAM_LISTS = {
  async support(db: Database): Promise<readonly string[]> {
    const waiting = await waitingForTeam(db, LISTED);
    return waiting.map(({ uid, at, body }) => `${at.toISOString()} ${uid}: ${oneLine(body)}`);
  },
  async reports(db: Database): Promise<readonly string[]> {
    const open = await openReports(db, LISTED);
    return open.map(
      ({ ticket, createdAt, uid, targetUid, reason, note }) =>
        `${createdAt.toISOString()} ${ticket}: ${uid} about ${targetUid}, ${reason} ${oneLine(note)}`,
    );
  },
  async operators(db: Database): Promise<readonly string[]> {
    const all = await db.select().from(operatorAccount).orderBy(operatorAccount.name);
    return all.map(
      ({ name, teamRole, createdAt, wrongCodes }) =>
        `${name}, ${teamRole}, since ${createdAt.toISOString()}, wrong codes: ${wrongCodes}`,
    );
  },
} as const;
