"use client";

import { useEffect, useRef, useState } from "react";
import { readRun } from "@/lib/features/models/hooks";
import type { ModelRun, RunEnd, RunLine, RunResult } from "@/lib/features/models/run-schema";
import { RequestCancelled } from "@/lib/http/api-error";

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
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (run: ModelRun) => {
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    setFailure(null);
    setState({ run, text: "", thinking: "", results: [], end: null, isStopped: false });
    try {
      for await (const line of readRun(modelId, run, controller.signal)) {
        setState((current) => current && withLine(current, line));
      }
    } catch (error) {
      if (error instanceof RequestCancelled) setState((current) => current && { ...current, isStopped: true });
      else setFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { state, failure, isRunning, start, stop: () => running.current?.abort() };
}
