import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { goneAmong, versionsOf, withoutGone } from "@/lib/citations/gone";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import type { MessagePart } from "@/lib/stream/parts";
import type { TurnEnd } from "@/lib/stream/turn";

/** How often it is looked, milliseconds. */
const LOOK_MS = 500;

interface Watched {
  runId: string;
  /** The person the answer is for, as they are now. Throws noPermission. */
  actorNow(): Promise<Actor>;
  /** Ends the answer. */
  end(): void;
}

/** Looks, while an answer is made from files, whether its reader may still read all of them; where not, it ends. */
export class SourcesWatch {
  /** Nothing more is said, and names and passages are not stored. */
  isWithdrawn = false;

  constructor(private readonly watched: Watched) {}

  /** Does the work that speaks from versions, more of them as it goes on; null: from none. */
  async during<T>(versionIds: (() => readonly string[]) | null, work: () => Promise<T>): Promise<T> {
    if (!versionIds) return work();
    let looking: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      looking ??= this.look(versionIds())
        .catch((err) => log().warn({ err, runId: this.watched.runId }, "sources of an answer not looked at"))
        .finally(() => {
          looking = null;
        });
    }, LOOK_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await looking;
    }
  }

  /** Whether all of these versions may be read; else the answer is ended. */
  async look(versionIds: readonly string[]): Promise<boolean> {
    if ((await this.goneAmong(versionIds)).size === 0) return true;
    this.isWithdrawn = true;
    this.watched.end();
    return false;
  }

  /** Parts of an answer as they are stored. */
  async stored(parts: MessagePart[]): Promise<MessagePart[]> {
    if (!this.isWithdrawn) return parts;
    const named = versionsOf(parts);
    // Where that cannot be told now, none of them is kept.
    return withoutGone(parts, await this.goneAmong(named).catch(() => new Set(named)));
  }

  /** How an answer ended, also where its last word was just said. */
  ended(end: TurnEnd): TurnEnd {
    if (!this.isWithdrawn) return end;
    return { ...end, status: end.status === "done" ? "interrupted" : end.status, error: "sourcesWithdrawn" };
  }

  /** All of them, where the reader lost the area itself. */
  private async goneAmong(versionIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (versionIds.length === 0) return new Set();
    const actor = await this.watched.actorNow().catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    return actor ? goneAmong(actor, versionIds) : new Set(versionIds);
  }
}
