# What peers.mjs asks of SimPy: pods that wait for timers, pass messages through a store and note records.
# Says on stdout the seconds of CPU of the run.
import sys
import time

import simpy

pods, timers, messages = (int(text) for text in sys.argv[1:4])
records_of_timer = float(sys.argv[4])
written = []


def pod(environment, number):
    inbox = simpy.Store(environment)
    for left in range(timers):
        yield environment.timeout(1 + (number * 7919 + left) % 1000)
        for message in range(messages):
            inbox.put({"type": "ASKED", "pod": number, "at": environment.now})
            yield inbox.get()
        for record in range(int((left + 1) * records_of_timer) - int(left * records_of_timer)):
            written.append({"at": environment.now, "type": "pull", "actor": number})


begun = time.process_time()
environment = simpy.Environment()
for number in range(pods):
    environment.process(pod(environment, number))
environment.run()
print(time.process_time() - begun)
