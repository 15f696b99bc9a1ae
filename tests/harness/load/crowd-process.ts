import { type CorePerson, startCorePerson } from '../core-people.ts';

/** Methods of a person that can be called over the IPC channel: their arguments and results can be cloned. */
type Asked = 'isOnline' | 'say' | 'waiting' | 'heardFrom' | 'memory' | 'give' | 'close';
/** A request to this process (`start`, with the port of the server) or to the person with this uid. */
export type CrowdQuestion = {
  readonly id: number;
  readonly asked: 'start' | Asked;
  readonly uid: number;
  readonly args: readonly never[];
};
export type CrowdAnswer = { readonly id: number; readonly value?: unknown; readonly failed?: string };

const people = new Map<number, CorePerson>();

async function answer({ asked, uid, args }: CrowdQuestion): Promise<unknown> {
  if (asked === 'start') {
    const person = await startCorePerson(...(args as unknown as Parameters<typeof startCorePerson>));
    people.set(person.uid, person);
    return person.uid;
  }
  const person = people.get(uid);
  if (!person) throw new RangeError(`Nobody here is ${uid}`);
  if (asked === 'close') people.delete(uid);
  const act = person[asked] as (...given: readonly never[]) => unknown;
  return act(...args);
}

process.on('message', (question: CrowdQuestion) => {
  answer(question).then(
    (value) => process.send?.({ id: question.id, value } satisfies CrowdAnswer),
    (error: unknown) => process.send?.({ id: question.id, failed: String(error) } satisfies CrowdAnswer),
  );
});
process.on('disconnect', () => process.exit());
