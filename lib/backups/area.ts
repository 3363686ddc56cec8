import { defineArea } from "@/lib/areas/define";

export const BACKUPS = defineArea({
  errors: {
    backupOnPostgres: 422,
    backupRunning: 409,
    backupEnded: 409,
    backupFailed: 500,
    backupDiskFull: 500,
    backupNotWritable: 500,
  },
});
