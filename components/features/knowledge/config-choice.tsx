"use client";

import { dataSetHref } from "@/lib/features/knowledge/paths";
import { BaseChoice } from "./base-choice";

/** The base whose files are to be seen. */
export function ConfigChoice({ title }: { title: string }) {
  return <BaseChoice title={title} right="manage" hrefOf={dataSetHref} />;
}
