"use client";

import { useEffect, useRef, useState } from "react";
import { reportFailure } from "@/lib/client/report-failure";
import type { ModelDto, ModelTestResult } from "@/lib/features/models/dto";
import { useModelTest } from "@/lib/features/models/hooks";

/** How far a check of many models has come. */
export interface CheckProgress {
  state: "running" | "stopped" | "finished";
  total: number;
  done: number;
  failed: number;
  /** Name of the model being tried. */
  current: string;
}

export type ModelTests = ReturnType<typeof useModelTests>;

/** Tries models, one or all one after another: a supplier must not meet a burst. Results stay until the next try. */
export function useModelTests() {
  const tryModel = useModelTest();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<Readonly<Record<string, ModelTestResult | undefined>>>({});
  const [progress, setProgress] = useState<CheckProgress | null>(null);
  const check = useRef<AbortController | null>(null);

  // The check belongs to this screen: it ends with it.
  useEffect(() => () => check.current?.abort(), []);

  const run = async (model: ModelDto, signal?: AbortSignal): Promise<ModelTestResult | null> => {
    setRunning((current) => new Set(current).add(model.id));
    setResults((current) => ({ ...current, [model.id]: undefined }));
    try {
      const result = await tryModel(model.id, signal);
      // In a check of all, answers that came would push the failures out of view.
      if (!signal || !result.ok) setResults((current) => ({ ...current, [model.id]: result }));
      return result;
    } catch (error) {
      reportFailure(error);
      return null;
    } finally {
      setRunning((current) => new Set([...current].filter((id) => id !== model.id)));
    }
  };

  const checkAll = async (models: readonly ModelDto[]) => {
    const controller = new AbortController();
    check.current = controller;
    let done = 0;
    let failed = 0;
    const show = (state: CheckProgress["state"], current: string) =>
      setProgress({ state, total: models.length, done, failed, current });
    for (const model of models) {
      show("running", model.name);
      const result = await run(model, controller.signal);
      // No result: given up by the person, or refused by us (a used-up allowance), which the next one would be too.
      if (!result) break;
      done += 1;
      if (!result.ok) failed += 1;
    }
    check.current = null;
    show(done === models.length ? "finished" : "stopped", "");
  };

  return {
    running,
    results,
    progress,
    test: (model: ModelDto) => void run(model),
    checkAll: (models: readonly ModelDto[]) => void checkAll(models),
    stop: () => check.current?.abort(),
    dismiss: () => setProgress(null),
  };
}
