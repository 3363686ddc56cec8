"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactElement, type ReactNode, useState } from "react";
import { useMinute } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Count } from "@/components/ui/count";
import { Meter } from "@/components/ui/meter";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { Status } from "@/components/ui/status";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Tone } from "@/components/ui/tone";
import { api } from "@/lib/client/api-client";
import { notificationKeys, notificationsQuery, tasksQuery } from "@/lib/client/notifications";
import type { NotificationDto, TaskDto } from "@/lib/features/notifications/dto";

/** Notifications and running tasks behind the bell, opened as soon as it is there. */
export function NotificationsPanel({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations("nav.notifications");
  const [open, setOpen] = useState(true);
  const notifications = useQuery({ ...notificationsQuery, enabled: open });
  const tasks = useQuery({ ...tasksQuery, enabled: open });
  const client = useQueryClient();
  const readAll = useMutation({
    mutationFn: () => api.post("/notifications/read", {}),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationKeys.notifications }),
  });
  const unread = notifications.data?.unread ?? 0;

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" className="w-90 max-w-[calc(100vw-16px)]" aria-label={t("open")}>
        <Tabs defaultValue="notifications">
          <div className="relative">
            <TabsList className="px-4">
              <TabsTrigger value="notifications">
                {t("notifications")} {unread > 0 && <Count>{unread}</Count>}
              </TabsTrigger>
              <TabsTrigger value="tasks">
                {t("tasks")} {tasks.data && tasks.data.items.length > 0 && <Count>{tasks.data.items.length}</Count>}
              </TabsTrigger>
            </TabsList>
          </div>
          <TabsContent value="notifications" className="max-h-100 overflow-y-auto">
            <List
              state={notifications}
              empty={t("emptyNotifications")}
              items={notifications.data?.items.map((item) => (
                <NotificationRow key={item.id} item={item} onOpen={() => setOpen(false)} />
              ))}
            />
            {unread > 0 && (
              <div className="sticky bottom-0 flex justify-end border-t bg-popover px-2 py-1.5">
                <Button size="sm" variant="ghost" loading={readAll.isPending} onClick={() => readAll.mutate()}>
                  {t("readAll")}
                </Button>
              </div>
            )}
          </TabsContent>
          <TabsContent value="tasks" className="max-h-100 overflow-y-auto">
            <List
              state={tasks}
              empty={t("emptyTasks")}
              items={tasks.data?.items.map((item) => <TaskRow key={item.id} item={item} />)}
            />
          </TabsContent>
        </Tabs>
      </PopoverContent>
    </Popover>
  );
}

interface ListProps {
  state: { isPending: boolean; isError: boolean; refetch: () => void };
  empty: string;
  items: ReactNode[] | undefined;
}

function List({ state, empty, items }: ListProps) {
  const t = useTranslations("nav.notifications");
  const c = useTranslations("common");
  if (items && items.length > 0) return <ul>{items}</ul>;
  if (state.isError) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-fg-2">
        {t("failed")}
        <Button size="sm" onClick={() => state.refetch()}>
          {c("action.retry")}
        </Button>
      </div>
    );
  }
  if (state.isPending) {
    return (
      <div role="status" aria-label={c("state.loading")} className="space-y-3 p-4">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-full" />
      </div>
    );
  }
  return <p className="px-4 py-10 text-center text-fg-3">{empty}</p>;
}

function NotificationRow({ item, onOpen }: { item: NotificationDto; onOpen: () => void }) {
  const t = useTranslations("nav.notifications");
  const minute = useMinute();
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: () => api.post("/notifications/read", { ids: [item.id] }),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationKeys.notifications }),
  });
  const handleOpen = () => {
    if (!item.readAt) read.mutate();
    if (item.href) onOpen();
  };
  const className = "flex w-full gap-3 px-4 py-2.5 text-left hover:bg-subtle";
  const content = (
    <>
      <span
        aria-hidden
        className={`mt-[7px] size-1.5 shrink-0 rounded-full ${item.readAt ? "bg-transparent" : "bg-primary"}`}
      />
      <span className="min-w-0 flex-1">
        {!item.readAt && <span className="sr-only">{t("unread")}</span>}
        <span className={`block break-words ${item.readAt ? "text-fg-2" : "font-semibold"}`}>{item.title}</span>
        {item.body && <span className="block break-words text-xs text-fg-3">{item.body}</span>}
        <span className="tnum block text-xs text-fg-3">{minute(item.createdAt)}</span>
      </span>
    </>
  );
  return (
    <li className="border-b last:border-b-0">
      {item.href ? (
        <Link href={item.href} className={className} onClick={handleOpen}>
          {content}
        </Link>
      ) : (
        <button type="button" className={className} onClick={handleOpen}>
          {content}
        </button>
      )}
    </li>
  );
}

const TONES: Record<TaskDto["state"], Tone> = {
  waiting: "neutral",
  running: "primary",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
};

function TaskRow({ item }: { item: TaskDto }) {
  const t = useTranslations("nav.notifications");
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.post(`/tasks/${item.id}/cancel`),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationKeys.tasks }),
  });
  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <div className="truncate">{item.href ? <Link href={item.href}>{item.title}</Link> : item.title}</div>
        <div className="mt-0.5 flex items-center gap-3">
          <Status tone={TONES[item.state]} hollow={item.state === "waiting" || item.state === "cancelled"}>
            {t(`state.${item.state}`)}
          </Status>
          {item.progress !== null && (
            <>
              <Meter value={item.progress} label={item.title} />
              <span className="tnum whitespace-nowrap text-xs text-fg-3">{Math.round(item.progress)}%</span>
            </>
          )}
        </div>
      </div>
      {item.cancellable && (
        <Button size="sm" variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("cancelTask")}
        </Button>
      )}
    </li>
  );
}
