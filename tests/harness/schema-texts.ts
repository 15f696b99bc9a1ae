/** The part of a valibot schema by which its texts are found. */
export type Schema = {
  readonly type: string;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly literal?: unknown;
};
export const asSchema = (schema: unknown) => schema as Schema;

/** Every field of free text in a schema, by its path. */
export function textsIn(schema: Schema, path: string): readonly (readonly [path: string, schema: Schema])[] {
  if (schema.entries) {
    return Object.entries(schema.entries).flatMap(([name, field]) => textsIn(field, `${path}.${name}`));
  }
  if (schema.type === 'tuple' || schema.type === 'strict_tuple')
    return (schema.items ?? []).flatMap((item, at) => textsIn(item, `${path}[${at}]`));
  if (schema.item) return textsIn(schema.item, `${path}[]`);
  if (schema.wrapped) return textsIn(schema.wrapped, path);
  if (schema.type === 'union' || schema.type === 'variant')
    return (schema.options ?? []).flatMap((option) => textsIn(asSchema(option), path));
  return schema.type === 'string' ? [[path, schema]] : [];
}
