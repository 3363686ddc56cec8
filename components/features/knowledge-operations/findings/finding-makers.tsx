"use client";

import type { ComponentType } from "react";
import type { FindingDetailDto } from "@/lib/features/knowledge-operations/findings-dto";
import type { OpenedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";
import { QaMaker } from "./qa-maker";
import { TestMaker } from "./test-maker";

export interface FindingMakerProps {
  finding: FindingDetailDto;
  /** Question and answer, once the person opened them. */
  opened: OpenedAnswerDto | undefined;
}

/** Something a finding can become; it draws its own button, and what opens behind it. */
export type FindingMaker = ComponentType<FindingMakerProps>;

/** What a finding can become, by name. */
const MAKERS: Readonly<Record<string, FindingMaker>> = { qa: QaMaker, test: TestMaker };

/** Buttons that make something of a finding. */
export function FindingMakers(props: FindingMakerProps) {
  const makers = Object.entries(MAKERS);
  if (makers.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {makers.map(([name, Maker]) => (
        <Maker key={name} {...props} />
      ))}
    </div>
  );
}
