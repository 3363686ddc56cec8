"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { grantsOf } from "@/lib/auth/grant-schema";
import type { BaseDto, KnowledgeFileDetailDto } from "@/lib/features/knowledge/dto";
import { editedFileQuery, useFileActions } from "@/lib/features/knowledge/file-hooks";
import { subjectChoices } from "@/lib/features/knowledge/hooks";
import { type FileForm, fileForm } from "@/lib/features/knowledge/schema";
import { BaseVisibilityFields } from "../visibility/visibility-fields";

interface FileDrawerProps {
  base: BaseDto;
  fileId: string;
  onClose: () => void;
}

/** What people say of a file beside its content: its name, who answers for it, its days, who of the base sees it (spec F7, F8). */
export function FileDrawer({ base, fileId, onClose }: FileDrawerProps) {
  const t = useTranslations("knowledge-files.details");
  const { data, isError, refetch } = useQuery(editedFileQuery(fileId));
  if (data) return <Details base={base} file={data} onClose={onClose} />;
  return <LoadingDrawer title={t("title")} isError={isError} onRetry={() => void refetch()} onClose={onClose} />;
}

function Details({ base, file, onClose }: Omit<FileDrawerProps, "fileId"> & { file: KnowledgeFileDetailDto }) {
  const t = useTranslations("knowledge-files.details");
  const { change } = useFileActions(base.id);
  const form = useZodForm(fileForm, valuesOf(file));
  const saving = useSaveForm(form, {
    revision: file.revision,
    toValues: valuesOf,
    save: ({ grants, visibility, ownerId, validFrom, validUntil, ...values }, revision) =>
      change.mutateAsync({
        id: file.id,
        revision,
        ...values,
        validFrom: validFrom || null,
        validUntil: validUntil || null,
        ...(file.mayNarrow && {
          visibility,
          grants: grantsOf(grants),
          ...(ownerId && ownerId !== file.owner?.id && { ownerId }),
        }),
      }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} meta={file.name} saving={saving} onClose={onClose}>
      <TextField<FileForm> name="name" label={t("name")} required autoComplete="off" />
      {file.mayNarrow && <OwnerField file={file} />}
      <fieldset>
        <legend className="sr-only">{t("days")}</legend>
        <div className="grid grid-cols-2 gap-3">
          <TextField<FileForm> name="validFrom" kind="date" label={t("validFrom")} />
          <TextField<FileForm> name="validUntil" kind="date" label={t("validUntil")} />
        </div>
        <p className="mt-1.5 text-fg-3 text-xs">{t("daysHint")}</p>
      </fieldset>
      {file.mayNarrow ? (
        <BaseVisibilityFields isOwn of="file" />
      ) : (
        <p className="text-fg-3 text-xs">{t("notNarrowed", { name: base.owner.name })}</p>
      )}
    </FormDrawer>
  );
}

function OwnerField({ file: { owner } }: { file: KnowledgeFileDetailDto }) {
  const t = useTranslations("knowledge-files.details");
  const [chosen, setChosen] = useState(owner);
  const { field } = useController<FileForm, "ownerId">({ name: "ownerId" });
  return (
    <SearchPicker
      label={t("owner")}
      hint={t("ownerHint")}
      value={chosen}
      source={subjectChoices("user")}
      onChange={(choice) => {
        setChosen(choice ?? owner);
        field.onChange(choice?.id ?? owner?.id ?? "");
      }}
    />
  );
}

type Edited = Pick<KnowledgeFileDetailDto, "name" | "owner" | "validFrom" | "validUntil" | "visibility" | "grants">;

function valuesOf(file: Edited): FileForm {
  const { name, owner, validFrom, validUntil, visibility, grants } = file;
  return {
    name,
    ownerId: owner?.id ?? "",
    validFrom: validFrom ?? "",
    validUntil: validUntil ?? "",
    visibility,
    grants,
  };
}
