"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { PanelState } from "@/components/common/query-state";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import type { Saving } from "@/components/form/use-save-form";
import { API_AUTH_KINDS } from "@/lib/config/tool-kinds";
import type { OwnServerDetailDto } from "@/lib/features/tools/own-dto";
import { ownToolQuery } from "@/lib/features/tools/own-hooks";
import { AuthFields } from "../auth-fields";
import { OwnFrame, OwnSection } from "./own-frame";
import { TryPanel } from "./try-panel";

interface StoredOwnProps {
  id: string;
  /** Of the screen while the tools are read. */
  title: string;
  /** Made by hand, or of a description. */
  isByHand: boolean;
  children: (server: OwnServerDetailDto) => ReactNode;
}

/** Own tools that are stored, once they have come. */
export function StoredOwn({ id, title, isByHand, children }: StoredOwnProps) {
  const query = useQuery(ownToolQuery(id));
  if (query.data && (query.data.form !== null) === isByHand) return children(query.data);
  return (
    <OwnFrame title={title} openId={id}>
      <PanelState query={query} />
    </OwnFrame>
  );
}

interface OwnEditorProps<Input extends FieldValues, Output> {
  formId: string;
  titles: { new: string; edit: string };
  server: OwnServerDetailDto | undefined;
  saving: Saving<Input, Output>;
  actions: ReactNode;
  /** Sections of the form. */
  children: ReactNode;
}

/** The form of own tools; those that are stored can be tried below it. */
export function OwnEditor<Input extends FieldValues, Output>({
  formId,
  titles,
  server,
  saving,
  actions,
  children,
}: OwnEditorProps<Input, Output>) {
  return (
    <OwnFrame
      title={server ? titles.edit : titles.new}
      meta={server?.name}
      openId={server?.id ?? null}
      actions={actions}
    >
      <SaveForm id={formId} saving={saving}>
        {children}
        {Boolean(saving.failure) && (
          <div className="px-4 py-4 md:px-6">
            <FormFailure error={saving.failure} />
          </div>
        )}
      </SaveForm>
      {server && <TryPanel server={server} />}
    </OwnFrame>
  );
}

interface AuthSectionProps {
  server?: OwnServerDetailDto;
  isMovedAway: boolean;
}

/** Authentication of own tools, the same by hand and of a description. */
export function AuthSection({ server, isMovedAway }: AuthSectionProps) {
  const t = useTranslations("tools.auth");
  return (
    <OwnSection id={useId()} title={t("title")}>
      <div className="max-w-120">
        <AuthFields
          kinds={API_AUTH_KINDS}
          stored={server && { auth: server.auth, hasSecret: server.hasSecret }}
          isMovedAway={server !== undefined && isMovedAway}
        />
      </div>
    </OwnSection>
  );
}
