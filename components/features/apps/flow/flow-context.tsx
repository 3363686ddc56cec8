"use client";

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import type { DraftDto, EditorsDto } from "@/lib/features/apps/dto";
import type { FlowState, FlowStore } from "./flow-store";

interface FlowContextValue {
  store: FlowStore;
  appId: string;
  options: ConversationOptions;
  /** Who wrote comments. */
  authors: DraftDto["authors"];
  /** Who else edits it now. */
  others: EditorsDto["others"];
}

const Context = createContext<FlowContextValue | null>(null);

export function FlowProvider({ children, ...given }: FlowContextValue & { children: ReactNode }) {
  const { store, appId, options, authors, others } = given;
  const value = useMemo(() => ({ store, appId, options, authors, others }), [store, appId, options, authors, others]);
  return <Context value={value}>{children}</Context>;
}

/** The workflow that is being drawn, and what belongs to it. */
export function useFlow(): FlowContextValue {
  const value = useContext(Context);
  if (!value) throw new Error("outside of a workflow");
  return value;
}

/** A part of its state; the same part is the same object, or every change would be seen. */
export function useFlowState<T>(pick: (state: FlowState) => T): T {
  const { store } = useFlow();
  const read = () => pick(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
