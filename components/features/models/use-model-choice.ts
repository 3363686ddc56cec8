"use client";

import { useState } from "react";
import type { ModelType } from "@/lib/config/model-kinds";
import type { SupplierTestResult } from "@/lib/features/models/dto";
import { guessModelType } from "@/lib/features/models/guess-type";
import { MODELS_AT_ONCE, type PickedModel } from "@/lib/features/models/schema";

export type ModelChoiceState = ReturnType<typeof useModelChoice>;

/** Which models of a supplier's list are wanted, and as what; names by hand join the list. */
export function useModelChoice(already: ReadonlySet<string>) {
  const [result, setResult] = useState<SupplierTestResult | null>(null);
  const [manual, setManual] = useState<readonly string[]>([]);
  const [types, setTypes] = useState<ReadonlyMap<string, ModelType>>(new Map());
  const listed = result?.ok ? result.models : [];
  const names = [...manual.filter((name) => !listed.includes(name)), ...listed];

  const pick = (wanted: readonly string[], isPicked: boolean) =>
    setTypes((current) => {
      const next = new Map(current);
      for (const name of wanted) {
        if (!isPicked) next.delete(name);
        else if (!already.has(name) && !next.has(name)) next.set(name, guessModelType(name));
      }
      return next;
    });
  const picked: PickedModel[] = [...types].map(([upstreamModel, type]) => ({ upstreamModel, type }));
  return {
    already,
    names,
    result,
    types,
    picked,
    isOverLimit: picked.length > MODELS_AT_ONCE,
    pick,
    setType: (name: string, type: ModelType) => setTypes((current) => new Map(current).set(name, type)),
    addByHand: (name: string) => {
      if (!names.includes(name)) setManual([name, ...manual]);
      pick([name], true);
    },
    /** A new list; what another supplier listed is no longer wanted. */
    show: (next: SupplierTestResult | null) => {
      setResult(next);
      const kept = new Set([...manual, ...(next?.ok ? next.models : [])]);
      setTypes((current) => new Map([...current].filter(([name]) => kept.has(name))));
    },
  };
}
