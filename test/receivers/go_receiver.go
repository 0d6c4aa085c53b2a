// A webhook receiver on Go's net/http, with only the fault that its path names: /<fault>/webhooks.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const limit = 8 << 20

type receiver struct {
	sync.Mutex
	fault  string
	done   int
	breaks int
	kept   map[string]bool
}

var (
	key       []byte
	all       sync.Mutex
	receivers = map[string]*receiver{}
)

func of(fault string) *receiver {
	all.Lock()
	defer all.Unlock()
	if receivers[fault] == nil {
		receivers[fault] = &receiver{fault: fault, kept: map[string]bool{}}
	}
	return receivers[fault]
}

func (r *receiver) work() error {
	r.Lock()
	defer r.Unlock()
	if r.breaks > 0 {
		r.breaks--
		return errors.New("the database is away")
	}
	r.done++
	return nil
}

func (r *receiver) isSigned(header http.Header, raw []byte) bool {
	if r.fault == "nothing verified" {
		return true
	}
	id, timestamp, signature := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return false
	}
	age := time.Now().Unix() - seconds
	if r.fault != "no replay window" && (age > 300 || age < -300) {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(raw)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if r.fault == "header compared as one string" {
		return signature == wanted
	}
	for _, each := range strings.Split(signature, " ") {
		if hmac.Equal([]byte(each), []byte(wanted)) {
			return true
		}
	}
	return false
}

func (r *receiver) handle(w http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if r.fault == "redirect to a login" {
		http.Redirect(w, request, "/login", http.StatusFound)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, request.Body, limit))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	var event map[string]any
	if r.fault == "body parsed first" {
		_ = json.NewDecoder(bytes.NewReader(raw)).Decode(&event)
		raw, _ = json.Marshal(event)
	}
	if !r.isSigned(request.Header, raw) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := json.Unmarshal(raw, &event); err != nil {
		if r.fault == "parser throws" {
			panic(err)
		}
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := r.once(request.Header.Get("webhook-id")); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func (r *receiver) once(id string) error {
	if r.fault == "no memory" {
		return r.work()
	}
	r.Lock()
	known := r.kept[id]
	r.kept[id] = true
	r.Unlock()
	if known {
		return nil
	}
	err := r.work()
	if err != nil && r.fault != "id kept before work" {
		r.Lock()
		delete(r.kept, id)
		r.Unlock()
	}
	return err
}

func route(w http.ResponseWriter, request *http.Request) {
	parts := strings.Split(strings.TrimPrefix(request.URL.Path, "/"), "/")
	r := of(parts[0])
	switch parts[len(parts)-1] {
	case "webhooks":
		r.handle(w, request)
	case "effects":
		r.Lock()
		defer r.Unlock()
		fmt.Fprint(w, r.done)
	case "break":
		r.Lock()
		defer r.Unlock()
		r.breaks++
	}
}

func main() {
	key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SECRET"), "whsec_"))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on %d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(route)))
}
