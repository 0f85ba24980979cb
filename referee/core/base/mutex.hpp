// A mutex whose use clang checks: a member says which mutex guards it, and a function which one its caller must hold.
#pragma once

#include <mutex>

// Macros, because only clang knows these attributes, and other compilers would warn about them. `make asan` refuses
// code that touches a guarded member without its mutex.
#if defined(__clang__)
#define REFEREE_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define REFEREE_THREAD_SAFETY(attribute)
#endif
/// Of a member: it may be used only while the mutex is locked.
#define GUARDED_BY(mutex) REFEREE_THREAD_SAFETY(guarded_by(mutex))
/// Of a function: its caller has locked the mutex.
#define REQUIRES(mutex) REFEREE_THREAD_SAFETY(requires_capability(mutex))

namespace referee {

/// Locked by a Lock only.
class REFEREE_THREAD_SAFETY(capability("mutex")) Mutex {
public:
    Mutex() = default;
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    /// Says in a lambda that it is called only while the mutex is locked, which clang can't see there.
    void assert_locked() const REFEREE_THREAD_SAFETY(assert_capability(this)) {}

private:
    friend class Lock;
    std::mutex mutex_;
};

/// Holds a mutex until the end of its scope.
class REFEREE_THREAD_SAFETY(scoped_lockable) Lock {
public:
    explicit Lock(Mutex& mutex) REFEREE_THREAD_SAFETY(acquire_capability(mutex)) : lock_(mutex.mutex_) {}
    ~Lock() REFEREE_THREAD_SAFETY(release_capability()) {}
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    void unlock() REFEREE_THREAD_SAFETY(release_capability()) { lock_.unlock(); }
    void lock() REFEREE_THREAD_SAFETY(acquire_capability()) { lock_.lock(); }
    /// For the wait of a condition variable, which returns with the mutex locked again.
    std::unique_lock<std::mutex>& native() { return lock_; }

private:
    std::unique_lock<std::mutex> lock_;
};

}  // namespace referee
