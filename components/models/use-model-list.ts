"use client";

import { useState } from "react";
import type { ModelAbility, ModelType } from "@/lib/config/model-kinds";
import { guessModelType } from "@/lib/models/guess-type";

export type ModelListState = ReturnType<typeof useModelList>;

/** A model of a supplier's list, with what is known of it. */
export interface ListedModel {
  id: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: ModelAbility[];
  /** Connected already. */
  added: boolean;
}

export interface WantedModel extends Omit<ListedModel, "id" | "added"> {
  upstreamModel: string;
}

/**
 * What a supplier listed and what is wanted of it, at most `max` at a time; names by hand join the list, since some lists
 * hold no deployments.
 */
export function useModelList(max: number) {
  const [listed, setListed] = useState<readonly ListedModel[]>([]);
  const [manual, setManual] = useState<readonly ListedModel[]>([]);
  const [picked, setPicked] = useState<ReadonlyMap<string, ModelType>>(new Map());
  const models = [...manual.filter(({ id }) => !listed.some((model) => model.id === id)), ...listed];

  const pick = (ids: readonly string[], isPicked: boolean) =>
    setPicked((current) => {
      const next = new Map(current);
      for (const id of ids) {
        const model = models.find((item) => item.id === id);
        if (!isPicked) next.delete(id);
        else if (model && !model.added && !next.has(id)) next.set(id, model.type);
      }
      return next;
    });
  const wanted: WantedModel[] = models
    .filter(({ id }) => picked.has(id))
    .map(({ id, added: _added, ...known }) => ({ ...known, upstreamModel: id, type: picked.get(id) ?? known.type }));
  return {
    listed,
    models,
    picked,
    wanted,
    max,
    isOverLimit: wanted.length > max,
    pick,
    setType: (id: string, type: ModelType) => setPicked((current) => new Map(current).set(id, type)),
    addByHand: (id: string) => {
      const known = models.find((model) => model.id === id);
      if (known?.added) return;
      const type = known?.type ?? guessModelType(id);
      if (!known) {
        setManual([{ id, type, contextWindow: null, maxOutputTokens: null, abilities: [], added: false }, ...manual]);
      }
      setPicked((current) => (current.has(id) ? current : new Map(current).set(id, type)));
    },
    /** A new list; what another supplier listed is no longer wanted. */
    show: (next: readonly ListedModel[]) => {
      setListed(next);
      // A supplier takes its time to answer: what was typed meanwhile is not among the models known here, and stays.
      const kept = new Set([...manual, ...next].map(({ id }) => id));
      const gone = new Set(listed.map(({ id }) => id).filter((id) => !kept.has(id)));
      setPicked((current) => new Map([...current].filter(([id]) => !gone.has(id))));
    },
  };
}
