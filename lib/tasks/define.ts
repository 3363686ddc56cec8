import "server-only";
import { z } from "zod";
import type { Transaction } from "@/db/client";
import type { TaskRow } from "@/db/queries/tasks/tasks";
import type { Actor } from "@/lib/auth/actor";
import type { PermissionCode } from "@/lib/permissions/codes";
import type { HeldTask } from "./held";

/** A task as its kind reads it. */
export type Task<I, S> = Omit<TaskRow, "input" | "state"> & { input: I; state: S };

/** Who ended a task before its time. */
export type EndedBy = Pick<Actor, "id" | "account" | "request">;

interface TaskSpec<I, S extends object> {
  /** Its line in the list of tasks is `tasks.<kind>`. Stored: never renamed. */
  kind: string;
  input: z.ZodType<I>;
  /** What an earlier worker kept, if anything; what cannot be read any more is begun anew. */
  state?: z.ZodType<S>;
  /** Its owner holds one of them, or it does not begin and does not go on (SECURITY rule 32). The product holds all. */
  anyOf: readonly PermissionCode[];
  /** Of this kind at the same time in one process; owners take turns. */
  atOnce: number;
  /** Of one owner among these, so that whoever comes next finds a place; all where nothing is said. */
  ofOneOwner?: number;
  /** Places besides for tasks that are over in a moment (`isQuick`): they do not wait for long ones. */
  quickBesides?: number;
  /** Rows of its own tell how it ended, so that the last task of a subject need not stay to tell it. */
  isToldByRows?: boolean;
  /** Done one after the other, each once; a task that failed goes on in the one it failed in. */
  steps: Readonly<Record<string, (task: HeldTask<I, S>) => Promise<void>>>;
  /** What the kind itself knows as a reason to fail, by its own key; null for what every kind is judged by. */
  failureOf?(error: unknown): string | null;
  /** What has a reason of its own and may still be well at the next try, a supplier for example. */
  isPassing?(error: unknown): boolean;
  /** Seconds for which whom it failed at asks to be left alone. */
  pauseOf?(error: unknown): number;
  /** In the transaction of its end, whichever it is; `by` is told when somebody cancelled it. */
  onEnd?(tx: Transaction, task: Task<I, S>, by?: EndedBy): Promise<void>;
}

/** One kind of long work. */
export interface TaskKind<I = unknown, S extends object = object> extends TaskSpec<I, S> {
  read(row: TaskRow): Task<I, S>;
}

// Routes and instrumentation may hold separate instances of a module (TRAPS d): whoever loads a kind makes it known to all.
const shared = globalThis as typeof globalThis & { __taskKinds?: Map<string, TaskKind> };
shared.__taskKinds ??= new Map();
const kinds = shared.__taskKinds;

export function defineTask<I, S extends object>(spec: TaskSpec<I, S>): TaskKind<I, S> {
  const schema = spec.state ?? (z.object({}) as unknown as z.ZodType<S>);
  const kind: TaskKind<I, S> = {
    ...spec,
    read: (row) => {
      const state = schema.safeParse(row.state);
      return { ...row, input: spec.input.parse(row.input), state: state.success ? state.data : schema.parse({}) };
    },
  };
  kinds.set(spec.kind, kind as unknown as TaskKind);
  return kind;
}

/** Kinds whose tasks are of no use to anybody once they have ended. */
export const kindsToldByRows = (): string[] =>
  [...kinds.values()].flatMap(({ kind, isToldByRows }) => (isToldByRows ? kind : []));

/** Whether an area defines it: a row may be one of a newer version of the product. */
export const isKnown = (name: string): boolean => kinds.has(name);

/** Throws for a kind that no area defines. */
export function kindOf(name: string): TaskKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no task kind ${name}`);
  return kind;
}

/** It broke off again and again: what failed is nobody's mistake, and in the server's log. */
export const isBrokenOff = (failure: string | null): boolean => failure === "interrupted" || failure === "unknown";
