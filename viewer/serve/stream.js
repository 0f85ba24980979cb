// Receives the server's events, and sends requests to it.

const retry = 3000;  // milliseconds

/// An event stream that reconnects automatically.
export class Stream {
    /// `events` maps the name of an event to a function that takes its data. `connected(yes)` is called when the connection is restored or
    /// lost. `gone()` is called if the server does not know the address, or no longer the person who asks.
    constructor(address, events, connected, gone) {
        Object.assign(this, { address, events, connected, gone });
        this.timer = null;
        this.open();
    }

    open() {
        this.source = new EventSource(this.address);
        this.source.onopen = () => this.connected(true);
        this.source.onerror = () => {
            this.connected(false);
            if (this.source.readyState === EventSource.CLOSED) this.ask();
        };
        for (const [name, take] of Object.entries(this.events)) this.source.addEventListener(name, (event) => take(JSON.parse(event.data)));
    }

    /// Finds out why the browser has given up the connection.
    async ask() {
        const asked = this.source;
        const stop = new AbortController();
        const status = await fetch(this.address, { signal: stop.signal }).then((answer) => answer.status, () => 0);
        stop.abort();
        if (this.source !== asked) return;
        if ([401, 404].includes(status)) this.gone();
        else this.timer = setTimeout(() => this.open(), retry);
    }

    close() {
        clearTimeout(this.timer);
        this.source.close();
        this.source = null;
    }
}

/// Fetches JSON. Returns null if the server does not answer, or refuses.
export const get = (address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

/// Sends JSON. Returns a promise of {status, data, error}. `error` is a line that can be shown to the user, or null.
export const post = async (address, value) => {
    let answer;
    try {
        answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });
    } catch {
        return { status: 0, data: null, error: "The server does not answer." };
    }
    const data = await answer.json().catch(() => null);
    return { status: answer.status, data, error: answer.ok ? null : data?.error ?? `The server refuses this (${answer.status}).` };
};
