import "server-only";
import { StringDecoder } from "node:string_decoder";

/** A line longer than this is dropped whole, characters (SECURITY ST-06: a 5 MB line does no harm). */
const LINE_MAX = 1_000_000;

/**
 * Incremental reader of server-sent events: bytes in, the payload of each event out. Keeps split characters and lines,
 * takes CR LF, comments, `data:` with or without a space, several data lines an event and a leading byte order mark.
 */
export class SseReader {
  private readonly decoder = new StringDecoder("utf8");
  private rest = "";
  private data: string | undefined;
  private skipping = false;
  private started = false;

  constructor(private readonly onData: (data: string) => void) {}

  push(bytes: Buffer): void {
    let text = this.decoder.write(bytes);
    if (!this.started && text) {
      this.started = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    this.take(text);
  }

  /** The stream is over: a last line without a line end still counts. */
  end(): void {
    this.take(this.decoder.end());
    if (this.rest && !this.skipping) this.line(this.rest);
    this.rest = "";
    this.dispatch();
  }

  private take(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      const line = this.rest + text.slice(from, at);
      this.rest = "";
      from = at + 1;
      if (this.skipping || line.length > LINE_MAX) this.skipping = false;
      else this.line(line.endsWith("\r") ? line.slice(0, -1) : line);
    }
    if (from < text.length) this.rest += text.slice(from);
    if (this.rest.length > LINE_MAX) {
      this.rest = "";
      this.skipping = true;
    }
  }

  private line(line: string): void {
    if (line === "") return this.dispatch();
    if (!line.startsWith("data:")) return;
    const value = line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5);
    this.data = this.data === undefined ? value : `${this.data}\n${value}`;
  }

  private dispatch(): void {
    const data = this.data;
    this.data = undefined;
    if (data !== undefined) this.onData(data);
  }
}
