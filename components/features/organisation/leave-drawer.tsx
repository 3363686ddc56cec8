"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { SearchPicker } from "@/components/common/search-picker";
import { FormFailure } from "@/components/form/form-failure";
import { useAttempt } from "@/components/form/use-attempt";
import { Button } from "@/components/ui/button";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { Choice } from "@/lib/client/choices";
import { toast } from "@/lib/client/toast";
import type { OwnedDto, UserDto } from "@/lib/features/organisation/dto";
import { ownedQuery, peopleSource, useUserActions } from "@/lib/features/organisation/hooks";

interface LeaveDrawerProps {
  user: UserDto;
  /** Deletes the person as well; otherwise only what they own is handed on. */
  deletes: boolean;
  onClose: () => void;
}

/** Somebody leaves, or hands on: what they own, and to whom it goes. */
export function LeaveDrawer({ user, deletes, onClose }: LeaveDrawerProps) {
  const t = useTranslations("organisation.users.leave");
  const c = useTranslations("common.action");
  const query = useQuery(ownedQuery(user.id));
  const { transfer, remove } = useUserActions();
  const [heir, setHeir] = useState<Choice | null>(null);
  const [way, setWay] = useState<"transfer" | "release">("transfer");
  const { failure, attempt } = useAttempt();
  const owned = query.data?.items ?? [];
  const hands = owned.length > 0 && (way === "transfer" || !deletes);
  const isSaving = transfer.isPending || remove.isPending;
  const canSave = query.data !== undefined && (hands ? heir !== null : deletes);
  const save = () =>
    attempt(async () => {
      if (!deletes && heir) await transfer.mutateAsync({ id: user.id, toId: heir.id });
      else await remove.mutateAsync({ id: user.id, ...(hands && heir ? { transferTo: heir.id } : { release: true }) });
      toast.success();
      onClose();
    });
  return (
    <Sheet open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <SheetContent
        title={deletes ? t("delete") : t("transfer")}
        meta={user.name}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {c("cancel")}
            </Button>
            <Button
              variant={deletes ? "danger" : "primary"}
              disabled={isSaving || !canSave}
              onClick={() => void save()}
            >
              {isSaving ? c("submitting") : deletes ? t("delete") : t("ok")}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <FormFailure error={failure} />
          {deletes && <p className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">{t("warning")}</p>}
          {query.isError ? (
            <ErrorState onRetry={() => void query.refetch()} />
          ) : query.data ? (
            <OwnedList owned={owned} />
          ) : (
            <Skeleton className="h-16 w-full" />
          )}
          {owned.length > 0 && deletes && (
            <RadioGroup aria-label={t("way")} value={way} onValueChange={(value) => setWay(value as typeof way)}>
              <RadioGroupItem value="transfer" label={t("handOn")} />
              <RadioGroupItem value="release" label={t("letGo")} />
            </RadioGroup>
          )}
          {hands && <SearchPicker label={t("heir")} required value={heir} onChange={setHeir} source={peopleSource} />}
          {hands && <p className="text-fg-3 text-sm">{t("keysOff")}</p>}
          {deletes && <p className="text-fg-3 text-sm">{t("stays")}</p>}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function OwnedList({ owned }: { owned: readonly OwnedDto[] }) {
  const thing = useTranslations("things");
  const t = useTranslations("organisation.users.leave");
  if (owned.length === 0) return <p className="text-fg-2 text-sm">{t("nothing")}</p>;
  return (
    <section>
      <h3 className="mb-1 text-fg-2 text-sm">{t("owns")}</h3>
      <ul className="divide-y rounded-sm border">
        {owned.map(({ kind, count, names }) => (
          <li key={kind} className="px-3 py-2 text-sm">
            <span className="font-semibold">{thing(kind as "apiKeys", { count })}</span>
            <span className="block truncate text-fg-3 text-xs">{names.join(t("comma"))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
