"use client";

import dynamic from "next/dynamic";
import type { StaleRecord } from "./use-stale-record";

// Hardly ever seen: its code comes with the first conflict.
const StaleDetails = dynamic(() => import("./stale-details").then((module) => module.StaleDetails), { ssr: false });

export interface StaleNoticeProps {
  stale: StaleRecord;
  isSaving: boolean;
  /** Saves the form again. */
  onSave: () => void;
}

/** Says at the top of a form that somebody else saved its record meanwhile, what differs, and asks whose values hold. */
export function StaleNotice({ stale, ...rest }: StaleNoticeProps) {
  // A second conflict of the same form is a notice of its own, which takes the focus again.
  return stale.found && <StaleDetails key={stale.found.data.revision} stale={stale} found={stale.found} {...rest} />;
}
