// The position in the match, and its playback. Only this module decides which ply is shown.

/// The available speeds, in plies per second.
export const speeds = [0.5, 1, 2, 4, 8, 16, 32];

export class Player {
    /// `show(position, previous)` draws a position. `previous` is the position before it, or null.
    constructor(show) {
        this.show = show;
        this.length = 0;
        this.position = 0;
        this.speed = 1;
        this.timer = null;
        this.watchers = [];
    }

    /// Calls `watcher()` when playback starts or stops, or when the speed changes.
    watch(watcher) {
        this.watchers.push(watcher);
    }

    get playing() {
        return this.timer !== null;
    }

    get interval() {
        return 1000 / this.speed;
    }

    load(length, position) {
        this.pause();
        this.length = length;
        this.position = Math.max(0, Math.min(length, position));
        this.show(this.position, null);
    }

    go(position) {
        const to = Math.max(0, Math.min(this.length, position));
        if (to === this.position) return;
        const previous = this.position;
        this.position = to;
        this.show(to, previous);
    }

    step(by) {
        this.pause();
        this.go(this.position + by);
    }

    play() {
        if (this.playing || this.length === 0) return;
        if (this.position === this.length) this.go(0);
        this.schedule();
        this.changed();
    }

    pause() {
        if (!this.playing) return;
        clearTimeout(this.timer);
        this.timer = null;
        this.changed();
    }

    toggle() {
        if (this.playing) this.pause();
        else this.play();
    }

    setSpeed(speed) {
        this.speed = speed;
        if (this.playing) {
            clearTimeout(this.timer);
            this.schedule();
        }
        this.changed();
    }

    /// Changes to the next higher (1) or lower (-1) speed.
    changeSpeed(by) {
        const place = speeds.indexOf(this.speed) + by;
        if (place >= 0 && place < speeds.length) this.setSpeed(speeds[place]);
    }

    schedule() {
        this.timer = setTimeout(() => {
            this.go(this.position + 1);
            if (this.position < this.length) this.schedule();
            else this.pause();
        }, this.interval);
    }

    changed() {
        for (const watcher of this.watchers) watcher();
    }
}
