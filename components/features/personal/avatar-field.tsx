"use client";

import { Trash2, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { usePictureUpload } from "@/components/form/picture-upload";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { useProfileActions } from "@/lib/features/personal/hooks";
import { AVATAR_TYPES } from "@/lib/features/personal/limits";

interface AvatarFieldProps {
  id: string;
  name: string;
  src: string | null;
}

/** The picture of a person: shown, replaced, taken away. It counts at once. */
export function AvatarField({ id, name, src }: AvatarFieldProps) {
  const t = useTranslations("personal.avatar");
  const router = useRouter();
  const messageId = useId();
  const { setAvatar, removeAvatar } = useProfileActions();
  const { choose, failure, clear, input } = usePictureUpload({
    max: PURPOSE_SIZE_MAX.avatar ?? 0,
    accept: AVATAR_TYPES,
    wrongType: t("type"),
    upload: async (file) => {
      await setAvatar.mutateAsync(file);
      toast.success(t("saved"));
      // The shell shows it too.
      router.refresh();
    },
  });
  const handleRemove = async () => {
    clear();
    await removeAvatar.mutateAsync().then(
      () => router.refresh(),
      () => undefined, // said by the client's one place
    );
  };
  return (
    <div className="mb-5 flex items-center gap-4">
      <Avatar id={id} name={name} src={src} size={64} />
      <div className="min-w-0">
        {input}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Upload} loading={setAvatar.isPending} aria-describedby={messageId} onClick={choose}>
            {t(src ? "replace" : "upload")}
          </Button>
          {src && (
            <Button size="sm" variant="ghost" icon={Trash2} loading={removeAvatar.isPending} onClick={handleRemove}>
              {t("remove")}
            </Button>
          )}
        </div>
        <p
          id={messageId}
          role={failure ? "alert" : undefined}
          className={failure ? "mt-1.5 text-danger-ink text-xs" : "mt-1.5 text-fg-3 text-xs"}
        >
          {failure || t("hint")}
        </p>
      </div>
    </div>
  );
}
