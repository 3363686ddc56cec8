"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { saveDraft } from "@/lib/features/apps/hooks";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";

/** A draft is sent so long after the last change, milliseconds. */
const PAUSE_MS = 800;
const NO_PROBLEMS: readonly FlowProblem[] = [];

export type SaveState = "saved" | "unsaved" | "saving" | "stale" | "invalid" | "failed";

interface KeptDraft<Settings extends object> {
  settings: Settings;
  change: (patch: Partial<Settings>) => void;
  state: SaveState;
  revision: number;
  savedAt: string;
  /** Fields the server refuses, by their names. */
  wrong: Readonly<Record<string, string>>;
  /** What of a workflow it refuses. */
  problems: readonly FlowProblem[];
  /** Sends what is not sent yet; whether all of it is kept. */
  flush: () => Promise<boolean>;
  /** Sends it over the draft of this revision, which its maker has looked at. */
  keepOver: (revision: number) => Promise<boolean>;
}

/**
 * Settings that are kept by themselves while they are changed. Where somebody else saved meanwhile nothing is overwritten:
 * the state says so, and what was typed stays on the screen.
 */
export function useDraft<Settings extends object>(
  id: string,
  first: { settings: Settings; revision: number; savedAt: string },
): KeptDraft<Settings> {
  const [settings, setSettings] = useState(first.settings);
  const [state, setState] = useState<SaveState>("saved");
  const [kept, setKept] = useState({ revision: first.revision, savedAt: first.savedAt });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<readonly FlowProblem[]>(NO_PROBLEMS);
  const latest = useRef({
    settings,
    revision: first.revision,
    isDirty: false,
    sending: null as Promise<boolean> | null,
  });
  latest.current.settings = settings;

  const send = useCallback(async (): Promise<boolean> => {
    const current = latest.current;
    if (current.sending) await current.sending;
    if (!current.isDirty) return true;
    current.isDirty = false;
    setState("saving");
    const sending = saveDraft(id, current.settings, current.revision).then(
      (saved) => {
        current.revision = saved.revision;
        setKept(saved);
        setWrong({});
        setProblems(NO_PROBLEMS);
        setState(current.isDirty ? "unsaved" : "saved");
        return !current.isDirty;
      },
      (error: unknown) => {
        current.isDirty = true;
        const refused = refusalOf(error);
        setWrong(refused.fields);
        setProblems(refused.problems);
        const isRefused = Object.keys(refused.fields).length + refused.problems.length > 0;
        setState(refused.key === "appDraftStale" ? "stale" : isRefused ? "invalid" : "failed");
        return false;
      },
    );
    current.sending = sending;
    const isKept = await sending;
    current.sending = null;
    return isKept;
  }, [id]);

  // Nothing is sent over somebody else's draft.
  useEffect(() => {
    if (state !== "unsaved") return;
    const timer = setTimeout(() => void send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, send]);

  // What was typed in the last moment goes along when the screen is left.
  useEffect(() => {
    const handleHide = () => {
      if (document.visibilityState === "hidden") void send();
    };
    document.addEventListener("visibilitychange", handleHide);
    return () => {
      document.removeEventListener("visibilitychange", handleHide);
      void send();
    };
  }, [send]);

  const change = useCallback((patch: Partial<Settings>) => {
    latest.current.isDirty = true;
    setSettings((current) => ({ ...current, ...patch }));
    setState((current) => (current === "stale" ? current : "unsaved"));
  }, []);
  const keepOver = useCallback(
    (revision: number) => {
      latest.current.revision = revision;
      return send();
    },
    [send],
  );
  return { settings, change, state, ...kept, wrong, problems, flush: send, keepOver };
}

interface Refusal {
  key: string | undefined;
  fields: Readonly<Record<string, string>>;
  problems: readonly FlowProblem[];
}

function refusalOf(error: unknown): Refusal {
  const data = error instanceof ApiError ? (error.data as (Partial<Refusal> & { error?: string }) | null) : null;
  return { key: data?.error, fields: data?.fields ?? {}, problems: data?.problems ?? NO_PROBLEMS };
}
