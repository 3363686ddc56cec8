import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "@/lib/client/api-client";
import type { RunDto } from "./runs-dto";

/** Readings of a run that was told to have changed, at least so far apart; milliseconds. */
const READ_MS = 250;
/** Before a line that broke is taken up again; milliseconds. */
const AGAIN_MS = 3000;

export const runListsKey = ["app-runs", "list"] as const;
export const runKey = (id: string) => ["app-runs", "run", id] as const;

/** Runs whose process tells of them; the others are looked at by the clock. */
const heard = new Set<string>();
export const isHeard = (runId: string): boolean => heard.has(runId);

type Line = { changed: true } | { step: string; at: number; text: string };

/** A run with what is added to the text of one of its steps; null where something in between is not known. */
export function withText(run: RunDto, { step, at, text }: { step: string; at: number; text: string }): RunDto | null {
  const known = run.nodes.find(({ id }) => id === step);
  const partial = known?.partial ?? "";
  if (!known || partial.length < at) return null;
  // A reading of the whole run was quicker.
  if (at > 0 && partial.length >= at + text.length) return run;
  const written = partial.slice(0, at) + text;
  return { ...run, nodes: run.nodes.map((one) => (one.id === step ? { ...one, partial: written } : one)) };
}

/** Keeps an open run, and the lists it stands in, as its process tells of it: steps as they are stored, texts as they are written. */
export function useLiveRun({ id: runId, status }: Pick<RunDto, "id" | "status">, isOpen: boolean): void {
  const client = useQueryClient();
  const told = useRef(status);
  useEffect(() => {
    if (told.current === status) return;
    told.current = status;
    void client.invalidateQueries({ queryKey: runListsKey });
  }, [client, status]);
  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    void follow(client, runId, end.signal);
    return () => {
      end.abort();
      heard.delete(runId);
    };
  }, [client, runId, isOpen]);
}

async function follow(client: QueryClient, runId: string, signal: AbortSignal): Promise<void> {
  const queryKey = runKey(runId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let hasChanged = false;
  // One reading after the other: a new one would break off the one under way, and a busy run would never be read.
  const read = async () => {
    timer = undefined;
    hasChanged = false;
    isReading = true;
    await client.invalidateQueries({ queryKey });
    isReading = false;
    if (hasChanged && !signal.aborted) readAgain();
  };
  const readAgain = () => {
    hasChanged = true;
    if (!isReading) timer ??= setTimeout(() => void read(), READ_MS);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  while (!signal.aborted) {
    const from = Date.now();
    try {
      for await (const line of api.streamGet<Line>(`/apps/runs/${runId}/stream`, { signal })) {
        heard.add(runId);
        if ("changed" in line) {
          readAgain();
          continue;
        }
        const run = client.getQueryData<RunDto>(queryKey);
        const next = run && withText(run, line);
        if (next) client.setQueryData(queryKey, next);
        else readAgain();
      }
    } catch {
      // The clock goes on asking, and says what is wrong.
      heard.delete(runId);
    }
    if (Date.now() - from < AGAIN_MS && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
