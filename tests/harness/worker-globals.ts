/** The part of XMLHttpRequest that uploads use, on `fetch`: Node has none. Progress is reported once, when everything was sent. */
class FetchRequest {
  readonly upload = { onprogress: (_event: { loaded: number }) => {}, onload: () => {} };
  status = 0;
  responseText = '';
  responseURL = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  readonly #cancel = new AbortController();
  #target = { method: 'GET', url: '' };
  #headers = new Headers();

  open(method: string, url: string): void {
    this.#target = { method, url };
  }

  send(body: FormData): void {
    const { method, url } = this.#target;
    fetch(url, { method, body, signal: this.#cancel.signal })
      .then(async (response) => {
        this.#headers = response.headers;
        [this.status, this.responseURL, this.responseText] = [response.status, response.url, await response.text()];
        this.upload.onload();
        this.onload();
      })
      .catch(() => (this.#cancel.signal.aborted ? this.onabort() : this.onerror()));
  }

  abort(): void {
    this.#cancel.abort();
  }

  getResponseHeader(name: string): string | null {
    return this.#headers.get(name);
  }
}

// What the core of a browser reads and Node does not have. Imported for its effect, before the core's modules.
Object.assign(globalThis, { XMLHttpRequest: FetchRequest });
globalThis.location ??= { host: 'localhost', protocol: 'http:' } as Location;
