import { screen } from "@testing-library/react";
import { BackupList } from "@/components/features/backups/backup-list";
import { QueryProvider } from "@/lib/client/query-client";
import type { BackupDto, BackupsDto } from "@/lib/features/backups/dto";
import { renderWithTexts } from "@/tests/factories/render";

const backup = (status: BackupDto["status"]): BackupDto => ({
  id: status,
  status,
  kind: "manual",
  fileName: `${status}.tar`,
  size: 10,
  sha256: null,
  progress: 40,
  rows: 1,
  files: 1,
  lost: 0,
  failure: null,
  author: "Ada",
  createdAt: "2026-11-21T04:00:00.000Z",
  finishedAt: null,
  isThere: true,
});
const show = (items: BackupDto[]) =>
  renderWithTexts(
    <QueryProvider>
      <BackupList
        data={
          {
            isManaged: true,
            enabled: false,
            hour: 3,
            keep: 3,
            timeZone: "UTC",
            hasPassphrase: false,
            isAdministrator: true,
            folder: "/data/backups",
            items,
            revision: "r",
          } satisfies BackupsDto
        }
      />
    </QueryProvider>,
    "en_US",
  );

it("begins no further backup while one is made", async () => {
  await show([backup("running"), backup("done")]);
  expect(screen.getByRole("button", { name: "Back up now" })).toBeDisabled();
});

it("begins one when none is made", async () => {
  await show([backup("done")]);
  expect(screen.getByRole("button", { name: "Back up now" })).toBeEnabled();
});
