// Hands in a file, or only tries it: by dropping or choosing it, with a progress bar.
import { byId } from "../dom.js";
import { visibleLine } from "../text.js";

const patience = 2000;  // milliseconds until another attempt when many files are being sent
const attempts = 20;

function say(error) {
    byId("hand-in-error").hidden = error === null;
    byId("hand-in-error").textContent = error ?? "";
}

const [toHandIn, toTry] = [{ address: "/api/upload", refused: "Not handed in" }, { address: "/api/try", refused: "Not tried" }];

/// Sends a file. fetch() does not tell how much was sent, so this is an XMLHttpRequest. Resolves to {status, data}.
function send(file, address) {
    return new Promise((done) => {
        const request = new XMLHttpRequest();
        request.open("POST", address);
        request.setRequestHeader("Content-Type", "application/octet-stream");
        request.setRequestHeader("X-File-Name", encodeURIComponent(file.name));
        request.responseType = "json";
        request.upload.onprogress = ({ loaded, total }) => (byId("sent").value = total > 0 ? loaded / total : 0);
        request.onload = () => done({ status: request.status, data: request.response });
        request.onerror = request.onabort = request.ontimeout = () => done({ status: 0, data: null });
        request.send(file);
    });
}

export class HandIn {
    /// `most`: the maximum size of a file, in bytes. `again(version)`: asks whether an older version shall play again.
    constructor(most, again) {
        Object.assign(this, { most, again });
        this.sending = false;
        const drop = byId("drop");
        const over = (yes) => (event) => {
            event.preventDefault();
            drop.classList.toggle("over", yes);
        };
        drop.addEventListener("dragenter", over(true));
        drop.addEventListener("dragover", over(true));
        drop.addEventListener("dragleave", over(false));
        drop.addEventListener("drop", (event) => {
            over(false)(event);
            this.take([...event.dataTransfer.files], toHandIn);
        });
        for (const [id, purpose] of [["file", toHandIn], ["try-file", toTry]])
            byId(id).addEventListener("change", () => {
                this.take([...byId(id).files], purpose);
                byId(id).value = "";  // so that the same file can be chosen again
            });
        // A file that is dropped beside the field must not replace the page.
        for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
    }

    async take(files, purpose) {
        if (this.sending || files.length === 0) return;
        if (files.length > 1) return say("Hand in one file. If your bot has several files, put them into a zip archive.");
        const [file] = files;
        if (file.size > this.most) return say(`${visibleLine(file.name)} is too large: a file may have at most ${this.most} bytes.`);
        if (file.size === 0) return say(`${visibleLine(file.name)} is empty, or a folder. Put a folder into a zip archive.`);
        say(null);
        this.sending = true;
        byId("sent").value = 0;
        byId("sending").hidden = false;
        byId("sending-words").textContent = `Sending ${visibleLine(file.name)}`;
        const { status, data } = await this.persist(file, purpose);
        this.sending = false;
        byId("sending").hidden = true;
        byId("drop").classList.remove("off");
        if (status === 201) return;  // the stream tells the rest
        if (status === 200) {
            say(`You have handed in these bytes before, as version ${data.version}. Nothing has changed.`);
            return data.may_return ? this.again(data.version) : null;
        }
        say(`${purpose.refused}: ${data?.error ? visibleLine(data.error) : "the connection was lost. Try again"}.`);
    }

    /// Sends a file, and tries again while the server is receiving many others.
    async persist(file, { address }) {
        byId("drop").classList.add("off");
        for (let attempt = 1; ; ++attempt) {
            const answer = await send(file, address);
            if (answer.status !== 503 || attempt === attempts) return answer;
            await new Promise((done) => setTimeout(done, patience * (0.5 + Math.random())));
        }
    }
}
