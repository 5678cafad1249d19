#!/bin/bash
# Counts 16 queens as a job array on a real Slurm of one node, with one task killed and queued again.
#
# Run as root on Debian with slurm-wlm installed; the argument is the program.
set -euo pipefail

queensat=$(realpath "$1")
folder=$(mktemp -d)
chmod 755 "$folder"
daemons=()
finish() {
    kill "${daemons[@]}" 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap finish EXIT

host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool" /run/munge
chown munge: /run/munge
[ -s /etc/munge/munge.key ] || dd if=/dev/urandom of=/etc/munge/munge.key bs=1024 count=1 status=none
chown munge: /etc/munge/munge.key
chmod 400 /etc/munge/munge.key
pgrep -x munged >/dev/null || runuser -u munge -- munged --force

export SLURM_CONF="$folder/slurm.conf"
cat > "$SLURM_CONF" <<CONF
ClusterName=queens
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
ReturnToService=2
JobRequeue=1
MaxArraySize=100
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -D >/dev/null 2>&1 & daemons+=($!)
slurmd -D >/dev/null 2>&1 & daemons+=($!)

# Waits for a command to succeed, up to so many seconds.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        if [ "$SECONDS" -ge "$end" ]; then
            echo "slurm: waited too long for: $*" >&2
            tail -n 20 "$folder"/*.log >&2
            exit 1
        fi
        sleep 0.2
    done
}
is_up() { sinfo -h -o %T 2>/dev/null | grep -Eq 'idle|mixed'; }
within 60 is_up

# The job of the README, with so little memory that each share takes a while.
cat > "$folder/job.sh" <<JOB
#!/bin/bash
#SBATCH --array=1-6 --requeue --cpus-per-task=1
#SBATCH --output=$folder/log-%a
$queensat count 16 --units \$SLURM_ARRAY_TASK_ID/6 --json --threads 1 --max-memory 12M \\
    --journal $folder/journal-\$SLURM_ARRAY_TASK_ID -o $folder/share-\$SLURM_ARRAY_TASK_ID.json
JOB
job=$(sbatch --parsable "$folder/job.sh")

has_begun() { [ "$(cat "$folder/journal-1" 2>/dev/null | wc -l)" -ge 2 ]; }
within 60 has_begun
pkill -KILL -f "units 1/6 --json"
# A killed program is a failed task; the cluster's owner queues it again.
is_over() { ! squeue -h -j "${job}_1" -t R,PD 2>/dev/null | grep -q .; }
within 60 is_over
[ ! -e "$folder/share-1.json" ]
scontrol requeue "${job}_1"
# It would wait for two minutes.
scontrol update JobId="${job}_1" StartTime=now
all_there() { [ "$(ls "$folder" | grep -c '^share-.*json$')" = 6 ]; }
within 300 all_there

counted=$("$queensat" merge "$folder"/share-*.json)
restarts=$(scontrol show job "${job}_1" | grep -o 'Restarts=[0-9]*' | head -n 1)
echo "slurm: $counted placements by 6 tasks of job $job, the first with $restarts"
[ "$counted" = 14772512 ]
[ "$restarts" = Restarts=1 ]
