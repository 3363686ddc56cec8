"use client";

import { useState } from "react";
import { useStoppable } from "@/components/common/use-stoppable";
import { RequestCancelled } from "@/lib/client/api-error";
import { readRun } from "@/lib/features/models/hooks";
import type { ModelRun, RunEnd, RunLine, RunResult } from "@/lib/features/models/run-schema";

export interface RunState {
  run: ModelRun;
  text: string;
  thinking: string;
  /** Vectors, ranking, pictures, sound, transcript. */
  results: RunResult[];
  end: RunEnd | null;
  isStopped: boolean;
}

function withLine(state: RunState, line: RunLine): RunState {
  if (line.type === "text") return { ...state, text: state.text + line.delta };
  if (line.type === "thinking") return { ...state, thinking: state.thinking + line.delta };
  if (line.type === "end") return { ...state, end: line };
  return { ...state, results: [...state.results, line] };
}

/** One trial of a model at a time; it ends with the drawer, and what had arrived by then stays. */
export function useModelRun(modelId: string) {
  const [state, setState] = useState<RunState | null>(null);
  const { start: begin, ...running } = useStoppable();

  const start = (run: ModelRun) => {
    setState({ run, text: "", thinking: "", results: [], end: null, isStopped: false });
    return begin(async (signal) => {
      try {
        for await (const line of readRun(modelId, run, signal))
          setState((current) => current && withLine(current, line));
      } catch (error) {
        if (!(error instanceof RequestCancelled)) throw error;
        setState((current) => current && { ...current, isStopped: true });
      }
    });
  };
  return { state, start, ...running };
}
