"use client";

import { useTranslations } from "next-intl";
import { useDialogs } from "@/components/common/use-dialogs";
import { DialogCancelled } from "@/lib/client/dialogs";
import type { FoundEncoding } from "@/lib/parsing/dto";
import type { Encoding } from "@/lib/text/encoding/names";
import { EncodingForm } from "./encoding-form";

/** Asks which reading of a text is right, and has it read so. */
export function useEncodingChoice() {
  const t = useTranslations("parsing.encoding");
  const dialogs = useDialogs();
  return (encoding: FoundEncoding, read: (encoding: Encoding) => Promise<unknown>): void => {
    let chosen = encoding.name;
    dialogs
      .open({
        title: t("title"),
        okButton: t("read"),
        awaitsSubmittable: true,
        content: (control) => (
          <EncodingForm
            encoding={encoding}
            onChange={(next) => {
              chosen = next;
              control.setSubmittable(next !== encoding.name);
            }}
          />
        ),
        onOk: () => read(chosen as Encoding),
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) throw error;
      });
  };
}
