/** @xmpp/xml 0.14 ships no types; these are the parts that this app uses. */
declare module '@xmpp/xml' {
  export type Node = Element | string;
  export type Attrs = Record<string, string>;
  export class Element {
    constructor(name: string, attrs?: Attrs | string);
    name: string;
    parent: Element | null;
    attrs: Attrs;
    children: Node[];
    is(name: string, xmlns?: string): boolean;
    getName(): string;
    getNS(): string | undefined;
    getChild(name: string, xmlns?: string): Element | undefined;
    getChildren(name: string, xmlns?: string): Element[];
    getChildElements(): Element[];
    getChildText(name: string, xmlns?: string): string | null;
    text(): string;
    append(...nodes: Node[]): this;
    remove(node: Element | string): this;
    toString(): string;
  }
  export default function xml(
    name: string,
    attrs?: Record<string, string | number | undefined> | null,
    ...children: (Node | Node[] | undefined | null | false)[]
  ): Element;
  export class Parser {
    cursor: Element | null;
    on(event: string, listener: (...args: never[]) => void): this;
    write(chunk: string): void;
    end(): void;
  }
}
