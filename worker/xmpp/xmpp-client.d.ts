/** @xmpp/client 0.14 ships no types; these are the parts in use. */
declare module '@xmpp/client' {
  import type { Element } from '@xmpp/xml';
  export type Jid = { toString(): string; bare(): Jid; local: string; domain: string; resource: string };
  export type StreamManagement = {
    id: string;
    inbound: number;
    outbound: number;
    outbound_q: { stanza: Element; stamp: string }[];
    enabled: boolean;
    preferredMaximum: number | null;
    timeout: number;
    requestAckInterval: number;
    on(event: 'resumed', listener: () => void): void;
  };
  export type XmppClient = {
    status: string;
    jid: Jid | null;
    streamManagement: StreamManagement;
    reconnect: { stop(): void };
    socket: (import('./write-while-open.ts').Writer & { end(): void }) | null;
    parser: object | null;
    _onData(data: string): void;
    start(): Promise<Jid>;
    stop(): Promise<void>;
    disconnect(): Promise<void>;
    send(stanza: Element): Promise<void>;
    sendMany(stanzas: Element[]): Promise<void>;
    on(event: 'stanza' | 'nonza' | 'element', listener: (element: Element) => void): void;
    on(event: 'online', listener: (jid: Jid) => void): void;
    on(event: 'error', listener: (error: Error & { condition?: string; name: string }) => void): void;
    on(event: 'connect' | 'disconnect' | 'offline', listener: () => void): void;
    prependListener(event: 'element', listener: (element: Element) => void): void;
    removeAllListeners(): void;
    _jid(jid: string): Jid;
  };
  export function client(options: {
    service: string;
    domain: string;
    resource?: string;
    username: string;
    password: string;
    timeout?: number;
  }): XmppClient;
}
