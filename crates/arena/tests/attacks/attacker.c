// A bot that tries everything a bot must not do, says on stderr how each attempt ended, and then plays a legal move.
// Its words: what to do when asked to move, the arbiter's process, a folder that is not its own.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t arbiter;
static const char *home, *scratch;

static void tell(const char *name, long result) {
    fprintf(stderr, "%s %s %d\n", result >= 0 ? "DONE" : "refused", name, result >= 0 ? 0 : errno);
}

static char *in(const char *folder, const char *file) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

static char *of_arbiter(const char *file) {
    static char path[100];
    snprintf(path, sizeof path, "/proc/%d/%s", arbiter, file);
    return path;
}

static long opens(const char *path, int flags) {
    int fd = open(path, flags, 0644);
    if (fd >= 0) close(fd);
    return fd;
}

static long reads(const char *path) {
    char byte;
    int fd = open(path, O_RDONLY);
    if (fd < 0) return -1;
    long got = read(fd, &byte, 1);
    close(fd);
    return got > 0 ? 0 : -1;
}

static long lists(const char *path, const char *name) {
    long found = -1;
    DIR *all = opendir(path);
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (!strcmp(entry->d_name, name)) found = 0;
    if (all) closedir(all);
    errno = EACCES;
    return found;
}

// Whether anybody's environment, or its own, holds what only the arbiter's does.
static long secret(void) {
    static char text[1 << 16];
    if (getenv("LUDUS_TEST_SECRET")) return 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        int fd = open(path, O_RDONLY);
        if (fd < 0) continue;
        long got = read(fd, text, sizeof text);
        close(fd);
        if (got > 0 && memmem(text, got, "LUDUS_TEST_SECRET", 17)) return 0;
    }
    if (all) closedir(all);
    errno = EACCES;
    return -1;
}

// A datagram to somebody else's socket, sent through one end of a pair.
static long datagram(void) {
    int pair[2];
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return -1;
    strncpy(to.sun_path, in(home, "socket"), sizeof to.sun_path - 1);
    return sendto(pair[0], "x", 1, 0, (struct sockaddr *)&to, sizeof to);
}

static long inherited(void) {
    for (int fd = 3; fd < 256; fd++)
        if (fcntl(fd, F_GETFD) >= 0) return fd;
    errno = EBADF;
    return -1;
}

static long capable(void) {
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    long found = -1;
    while (file && fgets(line, sizeof line, file))
        if ((!strncmp(line, "CapEff:", 7) || !strncmp(line, "CapPrm:", 7)) && strtoull(line + 7, 0, 16)) found = 0;
    if (file) fclose(file);
    errno = EPERM;
    return found;
}

static long cloned(long flags) {
    long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child;
}

static long cloned3(unsigned long long flags) {
    unsigned long long arguments[8] = {flags, 0, 0, 0, SIGCHLD};
    long child = syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    return child;
}

static long shares(int fd, int flags) {
    void *memory = mmap(0, 4096, PROT_READ, MAP_SHARED | flags, fd, 0);
    close(fd);
    return memory == MAP_FAILED ? -1 : 0;
}

static long enlarges(void) {
    int pair[2], size = 1 << 20;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 0;
    long result = setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    close(pair[0]);
    close(pair[1]);
    return result;
}

static long allocates(void) {
    int fd = open(in(scratch, "room"), O_RDWR | O_CREAT, 0600);
    long result = fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 1 << 20);
    close(fd);
    return result;
}

static void everything(void) {
    struct rlimit limit = {1, 1};
    struct sched_param param = {0};
    cpu_set_t cpus;
    pid_t parent = getppid();
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    tell("limit the parent", prlimit(parent, RLIMIT_NOFILE, &limit, 0));
    tell("limit the arbiter", prlimit(arbiter, RLIMIT_NOFILE, &limit, 0));
    tell("close a rival's folder", chmod(in(home, "rival"), 0));
    tell("close the plan", chmod(in(home, "t.toml"), 0));
    tell("open the keys", fchmodat(AT_FDCWD, in(home, ".ssh"), 0777, 0));
    tell("give the plan away", chown(in(home, "t.toml"), 12345, 12345));
    tell("age the plan", utimensat(AT_FDCWD, in(home, "t.toml"), 0, 0));
    tell("close its own file", chmod("bot.c", 0));
    tell("mark the plan", syscall(SYS_setxattr, in(home, "t.toml"), "user.x", "y", 1, 0));
    tell("read a rival", reads(in(home, "rival/bot.py")));
    tell("read the plan", reads(in(home, "t.toml")));
    tell("read the keys", reads(in(home, ".ssh/id")));
    tell("list the home", lists(home, "rival"));
    tell("write a rival", opens(in(home, "rival/bot.py"), O_WRONLY | O_APPEND));
    tell("empty the plan", truncate(in(home, "t.toml"), 0));
    tell("write outside", opens(in(home, "spy-was-here"), O_WRONLY | O_CREAT));
    tell("write its own folder", opens("own.txt", O_WRONLY | O_CREAT));
    tell("link the keys", link(in(home, ".ssh/id"), "key"));
    tell("read the passwords", reads("/etc/shadow"));
    tell("read the accounts", reads("/etc/passwd"));
    tell("set the core pattern", opens("/proc/sys/kernel/core_pattern", O_WRONLY));
    tell("press a system key", opens("/proc/sysrq-trigger", O_WRONLY));
    tell("adjust the killer", opens(of_arbiter("oom_score_adj"), O_WRONLY));
    tell("read the environment", secret());
    tell("see the arbiter's memory", opens(of_arbiter("mem"), O_RDONLY));
    tell("see the arbiter's files", opens(of_arbiter("fd"), O_RDONLY | O_DIRECTORY));
    tell("see the arbiter's root", reads(of_arbiter("root/etc/passwd")));
    tell("hurry", setpriority(PRIO_PROCESS, 0, -5));
    tell("slow the parent", setpriority(PRIO_PROCESS, parent, 19));
    tell("slow its user", setpriority(PRIO_USER, 0, 19));
    tell("be first", sched_setscheduler(0, SCHED_FIFO, &param));
    tell("move the parent", sched_setaffinity(parent, sizeof cpus, &cpus));
    tell("segment", syscall(SYS_shmget, 0x1ad05, 4096, 01600));
    tell("queue", syscall(SYS_msgget, 0x1ad05, 01600));
    tell("semaphore", syscall(SYS_semget, 0x1ad05, 1, 01600));
    tell("posix queue", syscall(SYS_mq_open, "ludus", O_CREAT | O_RDWR, 0600, 0));
    tell("memory file", syscall(SYS_memfd_create, "x", 0));
    tell("shared memory", shares(-1, MAP_ANONYMOUS));
    tell("shared zeros", shares(open("/dev/zero", O_RDONLY), 0));
    tell("large buffers", enlarges());
    tell("room on the disk", allocates());
    tell("secret memory", syscall(SYS_memfd_secret, 0));
    tell("trace the parent", ptrace(PTRACE_SEIZE, parent, 0, 0));
    tell("be traced", ptrace(PTRACE_TRACEME, 0, 0, 0));
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    tell("look into the parent", process_vm_readv(parent, &here, 1, &there, 1, 0));
    tell("write into the parent", process_vm_writev(parent, &here, 1, &there, 1, 0));
    tell("keys", syscall(SYS_keyctl, 0, -3, 1));
    tell("add a key", syscall(SYS_add_key, "user", "x", "y", 1, -3));
    tell("kernel program", syscall(SYS_bpf, 0, 0, 0));
    tell("ring", syscall(SYS_io_uring_setup, 1, 0));
    tell("page faults", syscall(SYS_userfaultfd, 1));
    tell("counters", syscall(SYS_perf_event_open, 0, 0, 0, 0, 0));
    tell("new user", unshare(CLONE_NEWUSER));
    tell("new mounts", unshare(CLONE_NEWNS));
    tell("new processes", cloned(CLONE_NEWUSER | CLONE_NEWPID));
    tell("new user by clone3", cloned3(CLONE_NEWUSER));
    tell("join", syscall(SYS_setns, 0, 0));
    tell("mount", mount("none", "/tmp", "tmpfs", 0, 0));
    tell("new mount", syscall(SYS_fsopen, "tmpfs", 0));
    tell("open tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    tell("unmount", umount2("/proc", MNT_DETACH));
    tell("other root", chroot("/"));
    tell("pivot", syscall(SYS_pivot_root, ".", "."));
    tell("new kernel", syscall(SYS_kexec_load, 0, 0, 0, 0));
    tell("module", syscall(SYS_init_module, 0, 0, ""));
    tell("restart", syscall(SYS_reboot, 0, 0, 0, 0));
    tell("swap", syscall(SYS_swapoff, "/none"));
    tell("log", syscall(SYS_syslog, 10, 0, 0));
    tell("account", syscall(SYS_acct, 0));
    tell("clock", syscall(SYS_settimeofday, 0, 0));
    tell("host name", sethostname("x", 1));
    tell("handle", syscall(SYS_open_by_handle_at, AT_FDCWD, 0, 0));
    tell("internet", socket(AF_INET, SOCK_STREAM, 0));
    tell("local socket", socket(AF_UNIX, SOCK_STREAM, 0));
    tell("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    tell("datagram", datagram());
    tell("connect", connect(0, 0, 0));
    tell("signal the arbiter", kill(arbiter, 0));
    tell("signal its owner", fcntl(0, F_SETOWN, arbiter));
    tell("type", ioctl(0, TIOCSTI, "x"));
    tell("terminal", opens("/dev/tty", O_RDWR));
    tell("become root", syscall(SYS_setuid, 0));
    tell("groups", syscall(SYS_setgroups, 0, 0));
    tell("capabilities", capable());
    tell("be root", getuid() == 0 || geteuid() == 0 ? 0 : (errno = EPERM, -1));
    tell("device", mknod(in(scratch, "null"), S_IFCHR | 0666, 0x103));
    tell("inherited file", inherited());
    tell("hide", syscall(SYS_prctl, 4, 0, 0, 0, 0));
    fprintf(stderr, "%s\n", opens(in(scratch, "x"), O_WRONLY | O_CREAT) >= 0 ? "scratch" : "NO SCRATCH");
    fprintf(stderr, "all tried\n");
}

// Daemons: out of the group and the session where that is allowed, deaf to polite signals, generations deep.
static void daemons(void) {
    for (int i = 0; i < 3; i++) {
        if (fork()) continue;
        setsid();
        setpgid(0, 0);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        for (int depth = 0; depth < 3; depth++)
            if (fork() == 0) setsid();
        sleep(200);
        _exit(0);
    }
}

// One child in another, a hundred deep.
static void chain(void) {
    for (int depth = 0; depth < 100; depth++)
        if (fork() != 0) break;
    sleep(30);
}

// 200 MB, of which no process has more than a quarter.
static void together(void) {
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            memset(malloc(50 << 20), 1, 50 << 20);
            sleep(30);
            _exit(0);
        }
    sleep(30);
}

// 200 MB of tables for memory that is only read, and so never there: every two megabytes take a page.
static void tables(void) {
    const long step = 2 << 20, whole = 51200 * step;
    char *memory = mmap(0, whole, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    madvise(memory, whole, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (long at = 0; at < whole; at += step) sum += memory[at];
    sleep(30);
}

// The same 30 MB in twelve processes are 30 MB.
static void sharing(void) {
    char *memory = malloc(30 << 20);
    memset(memory, 1, 30 << 20);
    for (int i = 0; i < 12; i++)
        if (fork() == 0) {
            volatile char sum = 0;
            for (long at = 0; at < 30 << 20; at += 4096) sum += memory[at];
            sleep(1);
            _exit(0);
        }
    while (wait(0) > 0) {}
}

// Fills the scratch folder: files, and files that nobody sees any more.
static void fill(int removed) {
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(in(scratch, name), O_WRONLY | O_CREAT, 0600);
        if (removed) unlink(in(scratch, name));
        for (int j = 0; j < 2; j++)
            if (fd < 0 || write(fd, block, sizeof block) != sizeof block) {
                fprintf(stderr, "full %d\n", errno);
                return;
            }
    }
    fprintf(stderr, "NOT FULL\n");
    sleep(25);
}

// The same where it is hard to look: two thousand folders deep, in a folder that nobody may list, or in memory with the file gone.
static void hide(int deep) {
    if (chdir(scratch)) return;
    if (deep)
        for (int i = 0; i < 2500; i++)
            if (mkdir("directory", 0700) || chdir("directory")) break;
    if (!deep && (mkdir("closed", 0300) || chdir("closed"))) return;
    scratch = ".";
    fill(0);
}

// Files with nothing in them.
static void many(void) {
    for (int i = 0; i < 40000; i++) {
        char name[32];
        snprintf(name, sizeof name, "e%d", i);
        int fd = open(in(scratch, name), O_WRONLY | O_CREAT, 0600);
        if (fd < 0) {
            fprintf(stderr, "full %d\n", errno);
            return;
        }
        close(fd);
    }
    sleep(25);
}

static void map(void) {
    for (int i = 0; i < 40; i++) {
        int fd = open(in(scratch, "m"), O_RDWR | O_CREAT, 0600);
        char *memory = fd < 0 || ftruncate(fd, 1 << 20) ? 0 : mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        unlink(in(scratch, "m"));
        close(fd);
        for (long at = 0; memory && memory != MAP_FAILED && at < 1 << 20; at += 4096) memory[at] = 1;
    }
    sleep(25);
}

// Buffers of pipes are in nobody's account but the kernel's: 60 MB of them, which is less than one user may have.
static void pipes(void) {
    static char block[1 << 16];
    long held = 0;
    for (int i = 0; i < 60; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK)) break;
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        for (long put; (put = write(ends[1], block, sizeof block)) > 0;) held += put;
    }
    fprintf(stderr, "%ld MB in pipes\n", held >> 20);
}

// Sockets full of bytes, in twenty processes.
static void sockets(void) {
    static char block[1 << 16];
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            int pair[2];
            while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
                for (int end = 0; end < 2; end++)
                    while (write(pair[end], block, sizeof block) > 0) {}
            sleep(30);
            _exit(0);
        }
    sleep(30);
}

static void *rest(void *nothing) {
    sleep(30);
    return nothing;
}

// Threads are no processes, but the machine has only so many.
static void threads(void) {
    int many = 0;
    pthread_t thread;
    pthread_attr_t about;
    pthread_attr_init(&about);
    pthread_attr_setstacksize(&about, 1 << 16);
    while (many < 3000 && !pthread_create(&thread, &about, rest, 0)) many++;
    fprintf(stderr, many < 1100 ? "few threads\n" : "many threads\n");
    if (many >= 1100) sleep(25);
}

int main(int count, char **words) {
    static char line[1 << 16], legal[4096];
    const char *deed = count > 1 ? words[1] : "";
    arbiter = count > 2 ? atoi(words[2]) : 0;
    home = count > 3 ? words[3] : "/";
    scratch = getenv("LUDUS_SCRATCH") ? getenv("LUDUS_SCRATCH") : "/nowhere";
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ugi", 3)) puts("ugiok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "legal ", 6)) sscanf(line + 6, "%4000s", legal);
        if (!strncmp(line, "quit", 4)) return 0;
        if (!strncmp(line, "go", 2)) {
            if (!strcmp(deed, "everything")) everything();
            if (!strcmp(deed, "daemons")) daemons();
            if (!strcmp(deed, "chain")) chain();
            if (!strcmp(deed, "together")) together();
            if (!strcmp(deed, "tables")) tables();
            if (!strcmp(deed, "sharing")) sharing();
            if (!strcmp(deed, "fill")) fill(0);
            if (!strcmp(deed, "fill-removed")) fill(1);
            if (!strcmp(deed, "fill-deep")) hide(1);
            if (!strcmp(deed, "fill-closed")) hide(0);
            if (!strcmp(deed, "fill-many")) many();
            if (!strcmp(deed, "fill-mapped")) map();
            if (!strcmp(deed, "pipes")) pipes();
            if (!strcmp(deed, "sockets")) sockets();
            if (!strcmp(deed, "threads")) threads();
            fflush(stderr);
            printf("bestmove %s\n", legal);
        }
        fflush(stdout);
    }
    return 0;
}
