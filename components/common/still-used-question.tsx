"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import type { StillUsed } from "@/lib/client/still-used";
import { RefusalNote } from "./refusal-note";

/** Tells what a step would break, and asks whether to take it (spec K5). */
export function askWhetherToGoOn({ message, things, count }: StillUsed): Promise<boolean> {
  return confirm({
    title: <Title />,
    description: <RefusalNote reason={message} things={things} count={count} />,
    destructive: true,
  });
}

function Title() {
  return useTranslations("common.refusal")("title");
}
