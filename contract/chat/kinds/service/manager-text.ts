import { object } from 'valibot';
import { plainText } from '../../../xml/characters.ts';
import { defineKind } from '../kind.ts';
import { attrsOf, KIND_NS, label, words } from '../shapes.ts';

/** Message kind `manager_text` (type 18): a text of the staff member `by` in the official conversation, such as a support answer. */
export const managerText = defineKind({
  type: 18,
  kind: 'manager_text',
  sentBy: 'official',
  isNews: true,
  category: 'official',
  startsAs: 'success',
  schema: object({ body: words(1, 2_000), by: label(40) }),
  write: ({ body, by }, build) => ({ body, children: [build('by', { xmlns: KIND_NS, name: plainText(by) })] }),
  read: (body, x) => ({ body, by: plainText(attrsOf(x, 'by')['name'] ?? '') }),
});
